/** A part of the driver that its types leave out: a value as the server takes it. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): Buffer | string | null
}
