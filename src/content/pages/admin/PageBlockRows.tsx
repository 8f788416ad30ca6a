import { useState } from 'react';
import { formatDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import { QueryState } from '../../../ui/QueryState';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';
import { PublishState } from '../../kit/list/PublishState';
import { useLinkedItem } from '../../kit/list/use-linked-item';
import type { PageName } from '../contract';
import { BlockDialog } from './BlockDialog';
import { type BlockEditor, blockEditors } from './block-forms';
import * as styles from './pages.module.css';
import { usePage, useShowPage } from './queries';

interface Props {
  page: PageName;
  /** Called after a save or a restore. */
  onSaved: () => void;
}

/** The blocks of a page as rows, each with a button that opens its form. */
export function PageBlockRows({ page, onSaved }: Props) {
  const query = usePage(page);
  const show = useShowPage(page);
  const [editor, setEditor] = useState<BlockEditor | null>(null);
  const { data } = query;
  const linkable = blockEditors[page].map((one) => ({ ...one, id: `${page}.${one.block}` }));
  useLinkedItem(data && linkable, setEditor);
  if (!data) return <QueryState<unknown> name="The page" query={query} />;
  return (
    <>
      <ul className={styles.rows}>
        {blockEditors[page].map((one) => {
          const block = data.blocks[one.block];
          return (
            <li key={one.block}>
              <p>
                <b>{one.title}</b>
                <small>{one.text}</small>
              </p>
              {block?.pending || block?.unpublishAt ? (
                <PublishState item={block} isBlock />
              ) : (
                <span className={textStyles.meta}>
                  {block && !block.isDefault && block.updatedAt !== null
                    ? `Changed ${formatDateTime(block.updatedAt)}`
                    : 'Standard'}
                </span>
              )}
              <Button variant="secondary" size="touch" onClick={() => setEditor(one)}>
                Edit<span className={layoutStyles.visuallyHidden}> {one.title}</span>
              </Button>
            </li>
          );
        })}
      </ul>
      {editor && (
        <BlockDialog
          page={page}
          editor={editor}
          stored={data}
          onSaved={(stored) => {
            show(stored);
            onSaved();
          }}
          onClose={() => setEditor(null)}
        />
      )}
    </>
  );
}
