import { Fragment } from 'react';
import { Drawing } from './Drawing';
import * as styles from './SchedulePicture.module.css';

/** Half hours that SchedulePicture.css has rules for. */
type Hour = 8 | 10 | 11.5 | 12.5 | 13 | 15.5 | 17.5 | 20;

interface Shift {
  from: Hour;
  to: Hour;
  /** The talent who covers it; the location's own team if absent. */
  person?: { name: string; role: string; stock: string; picture: string };
}

const marisol = { name: 'Marisol', role: 'Receptionist', stock: 'rec', picture: 'marisol' };
const devon = { name: 'Devon', role: 'Customer Support', stock: 'cs', picture: 'devon' };
const priya = { name: 'Priya', role: 'Receptionist', stock: 'rec', picture: 'priya' };
const walter = { name: 'Walter', role: 'Operations Manager', stock: 'om', picture: 'walter' };

const desks: { name: string; shifts: Shift[] }[] = [
  {
    name: 'Front desk',
    shifts: [
      { from: 8, to: 11.5 },
      { from: 11.5, to: 15.5, person: marisol },
      { from: 15.5, to: 20 },
    ],
  },
  {
    name: 'Phones',
    shifts: [
      { from: 8, to: 10 },
      { from: 10, to: 12.5, person: devon },
      { from: 12.5, to: 15.5 },
      { from: 15.5, to: 20, person: priya },
    ],
  },
  {
    name: 'Back office',
    shifts: [
      { from: 8, to: 13 },
      { from: 13, to: 17.5, person: walter },
      { from: 17.5, to: 20 },
    ],
  },
];

const ticks = ['8 am', '9', '10', '11', 'noon', '1', '2', '3', '4', '5', '6', '7', '8 pm'];

/** Illustration of a day at one location: the open hours and the talents who cover them. */
export function SchedulePicture() {
  return (
    <div
      className={styles.schedule}
      role="img"
      aria-label="A day at one location, 8 am to 8 pm: the hours its own team cannot cover are filled"
    >
      <div className={styles.day} aria-hidden="true">
        <div className={styles.hours}>
          {ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </div>
        {desks.map((desk) => (
          <div key={desk.name} className={styles.row}>
            <span className={styles.desk}>{desk.name}</span>
            {desk.shifts.map((shift) => (
              <ShiftBar key={shift.from} {...shift} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function ShiftBar({ from, to, person }: Shift) {
  const hours = { 'data-from': from, 'data-to': to };
  if (!person) {
    return (
      <span className={`${styles.bar} ${styles.own}`} {...hours}>
        <span>In house</span>
      </span>
    );
  }
  return (
    <Fragment>
      <span className={styles.cell} data-r={person.stock} {...hours} />
      <Drawing name={person.picture} className={styles.person} {...hours} />
      <span className={`${styles.bar} ${styles.covered}`} {...hours}>
        {person.name} <em>{person.role}</em>
      </span>
    </Fragment>
  );
}
