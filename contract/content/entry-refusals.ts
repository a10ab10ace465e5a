export const entryRefusals = {
  'entry-not-found': { status: 404, text: 'There is no such entry' },
  'entry-in-trash': { status: 409, text: 'This entry is in the trash. Restore it before you change it.' },
  'entry-archived': { status: 409, text: 'This entry is archived. Unarchive it before you publish it.' },
  'entry-invalid': { status: 400, text: 'Some fields need another value' },
  'entry-exists': { status: 409, text: 'This model can have only one entry, which already exists' },
  'entry-used': { status: 409, text: 'Other entries require this entry. Change them first.' },
  'model-without-slug': { status: 409, text: 'Entries of this model have no slug. Use an external id.' },
  'value-taken': { status: 409, text: 'Another entry has this value already' },
  'publishing-reserved': {
    status: 403,
    text: 'You may not publish entries of this model. Its settings name the members who may.',
  },
  'references-dangle': {
    status: 409,
    text: 'It references entries that are not published. Publish them together.',
  },
  'reviewer-unfit': { status: 409, text: 'Choose a reviewer who may publish this' },
  'entry-version-not-found': { status: 404, text: 'There is no such version' },
} as const
