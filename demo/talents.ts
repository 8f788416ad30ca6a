import type { NewItem } from './new-item';
import { customerSupport } from './talents/customer-support';
import { executiveAssistants } from './talents/executive-assistants';
import { operationsManagers } from './talents/operations-managers';
import { receptionists } from './talents/receptionists';

/** Mixed on purpose: the first cards of the site show every role. */
export const talents: NewItem<'talents'>[] = [
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
];
