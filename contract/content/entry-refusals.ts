export const entryRefusals = {
  'entry-not-found': { status: 404, text: 'There is no such entry' },
  'entry-in-trash': { status: 409, text: 'This entry is in the trash. Restore it before you change it.' },
  'entry-archived': { status: 409, text: 'This entry is archived. Unarchive it before you publish it.' },
  'entry-invalid': { status: 400, text: 'Some fields have invalid values. Change them first.' },
  'entry-exists': { status: 409, text: 'This model can have only one entry. Change the existing entry.' },
  'entry-used': { status: 409, text: 'Other entries require this entry. Change them first.' },
  'model-without-slug': { status: 409, text: 'Entries of this model have no slug. Use an external id.' },
  'value-taken': { status: 409, text: 'Another entry already has this value. Use a different value.' },
  'publishing-reserved': {
    status: 403,
    text: 'You may not publish entries of this model. Ask an admin, or send the entry for review.',
  },
  'references-dangle': {
    status: 409,
    text: 'This entry references entries that are not published. Publish them together.',
  },
  'reviewer-unfit': { status: 409, text: 'This member may not publish this text. Choose another reviewer.' },
  'entry-version-not-found': { status: 404, text: 'There is no such version' },
} as const
