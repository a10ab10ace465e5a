// Loaded when a JSON field is shown.
export { findJsonFault } from './json-fault.ts'
export { findLostNumber } from './lost-number.ts'
