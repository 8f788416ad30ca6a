/** A CSS Module: each class of the file is an export. `npm run check` verifies the names. */
declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>;
  export = classNames;
}
