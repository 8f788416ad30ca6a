import type { FieldName } from '../../../collection-kit/define-collection';
import {
  DisplayOrderField,
  type ItemForm,
  TextField,
} from '../../../collection-kit/form/ItemFields';
import type { ItemFormConfig } from '../../../collection-kit/form/item-form-config';
import * as formStyles from '../../../ui/form.module.css';
import { type Stat, stats } from '../contract';
import { StatCard } from '../public/StatCard';
import { IconPicker } from './IconPicker';
import * as styles from './IconPicker.module.css';

/** Every field of a hero stat. */
function StatFields({ form }: { form: ItemForm<FieldName<Stat>> }) {
  return (
    <>
      <div className={formStyles.twoColumns}>
        <TextField form={form} name="value" placeholder="48 h" />
        <TextField form={form} name="label" placeholder="from payment to first shift" />
      </div>
      <IconPicker form={form} />
      <DisplayOrderField form={form} />
    </>
  );
}

/** The stat as the home page would show it. */
function StatPreview({ item }: { item: Stat }) {
  return (
    <ul className={styles.preview}>
      <StatCard stat={{ ...item, value: item.value || 'Value', label: item.label || 'Label' }} />
    </ul>
  );
}

export default {
  collection: stats,
  Fields: StatFields,
  Preview: StatPreview,
  hasCustomErrorMessage: true,
} satisfies ItemFormConfig<Stat>;
