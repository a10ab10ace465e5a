/** Limits for mail to people who never wrote to a workspace. */
export const unsolicitedMailRefusals = {
  'too-many-unsolicited': {
    status: 429,
    text: 'This workspace has reached its daily limit of mails to new people. The limit resets at midnight UTC. Replies to people who wrote to you are not limited.',
  },
  'too-many-unsolicited-of-all': {
    status: 429,
    text: 'This installation has reached its daily limit of mails to new people. The limit resets at midnight UTC. Replies to people who wrote to you are not limited.',
  },
} as const
