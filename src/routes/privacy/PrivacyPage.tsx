import { usePageContent } from '../../content/pages/queries';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as sectionStyles from '../../ui/styles/section.module.css';
import * as textStyles from '../../ui/styles/text.module.css';
import { SiteLayout } from '../layout/SiteLayout';
import * as styles from './PrivacyPage.module.css';

/** Privacy policy. */
export default function PrivacyPage() {
  const { header, sections } = usePageContent('privacy');
  return (
    <SiteLayout>
      <article className={styles.page}>
        <div className={layoutStyles.container}>
          <header className={styles.header}>
            <h1>{header.title}</h1>
            {header.intro && <p className={textStyles.lead}>{header.intro}</p>}
          </header>
          <div
            className={`${sectionStyles.rail} ${styles.rail}`}
            data-hours="9-12"
            aria-hidden="true"
          >
            <i />
          </div>
          {sections.map(({ title, id, html }, index) => (
            <section key={index} className={`${layoutStyles.columns} ${styles.section}`} id={id}>
              {title && <h2>{title}</h2>}
              {/* Rendered from Markdown on the server, which accepts no HTML. */}
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </section>
          ))}
        </div>
      </article>
    </SiteLayout>
  );
}
