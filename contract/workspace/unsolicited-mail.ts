/** What bounds mail that nobody asked for. */
export const unsolicitedMailRefusals = {
  'too-many-unsolicited': {
    status: 429,
    text: 'This workspace has mailed as many people who never wrote to it as it may in a day. It may again from midnight UTC; answers to people who wrote go out as ever.',
  },
  'too-many-unsolicited-of-all': {
    status: 429,
    text: 'All workspaces here together have mailed as many people who never wrote to them as they may in a day. They may again from midnight UTC; answers to people who wrote go out as ever.',
  },
} as const
