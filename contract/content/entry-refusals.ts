export const entryRefusals = {
  'entry-not-found': { status: 404, text: 'There is no such entry' },
  'entry-in-trash': { status: 409, text: 'This entry is in the trash. Take it out before you change it.' },
  'entry-archived': { status: 409, text: 'This entry is archived. Take it out of the archive before you publish it.' },
  'entry-invalid': { status: 400, text: 'Some fields need another value' },
  'entry-exists': { status: 409, text: 'This model has one entry, and it is there already' },
  'entry-used': { status: 409, text: 'Other entries need this one. Change them first.' },
  'model-without-slug': { status: 409, text: 'Entries of this model have no slug. Name them by an external id.' },
  'value-taken': { status: 409, text: 'Another entry has this value already' },
  'publishing-reserved': { status: 403, text: 'Entries of this model are published by those whom it names' },
  'references-dangle': {
    status: 409,
    text: 'It leads to entries that readers do not have. Publish them together with it.',
  },
  'reviewer-unfit': { status: 409, text: 'Choose a reviewer who may publish this' },
  'entry-version-not-found': { status: 404, text: 'There is no such version' },
} as const
