/** Defaults of a new field. This file has no schemas, so that the web can import it. */
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
