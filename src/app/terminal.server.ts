/** Prints a line of a command's output. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** An invalid use of a command. Only its message is printed, without a stack. */
export class UsageError extends Error {}
