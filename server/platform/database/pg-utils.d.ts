/** A part of the driver without types: converts a value to what the server takes. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): Buffer | string | null
}
