import type { NewItem } from '../../collection-kit/define-collection';
import type { talents } from './contract';
import { customerSupport } from './demo/customer-support.server';
import { executiveAssistants } from './demo/executive-assistants.server';
import { operationsManagers } from './demo/operations-managers.server';
import { receptionists } from './demo/receptionists.server';

/** Mixed on purpose, so that the first cards on the site show every role. */
export default [
  receptionists.marisol,
  customerSupport.devon,
  executiveAssistants.anaLucia,
  operationsManagers.walter,
  receptionists.priya,
  receptionists.kenji,
  customerSupport.guadalupe,
  customerSupport.rafael,
  operationsManagers.tomasa,
  receptionists.noor,
  executiveAssistants.graciela,
  customerSupport.teodoro,
  receptionists.camila,
  operationsManagers.jerome,
  executiveAssistants.beatriz,
  receptionists.marcus,
  executiveAssistants.esteban,
  operationsManagers.luz,
  receptionists.paloma,
  executiveAssistants.ingrid,
  operationsManagers.harjit,
  receptionists.odalys,
  executiveAssistants.thuy,
  customerSupport.nico,
] satisfies NewItem<typeof talents>[];
