/** The defaults of a new field. Without schemas, so that the web can use the values. */
export const fieldDefaults = {
  help: '',
  required: 'never',
  unique: false,
  localized: false,
  condition: null,
  tab: '',
  width: 'full',
  searchable: false,
  indexed: false,
  message: '',
  readBy: 'members',
  writtenBy: 'members',
} as const
