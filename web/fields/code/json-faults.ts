// What is wrong with a text as JSON, which comes when somebody sees such a field.
export { findJsonFault } from './json-fault.ts'
export { findLostNumber } from './lost-number.ts'
