/** How a mail opens. A name that carries an address is not repeated: the mail would advertise it to a stranger. */
export const greeting = (name: string): string =>
  /[/@]|www\.|\.\w{2,}/i.test(name) ? 'Hello,' : `Hello ${name},`;
