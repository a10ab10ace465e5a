declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): Buffer | string | null
}
