import type { loggedChannels } from '#contract/tickets/ticket-values.ts'
import type { Option } from '#web/ui/choice/option.tsx'

export type RequestSource = 'customer' | 'agent'

export const ways = [
  {
    value: 'customer',
    label: 'Log a customer’s request',
    description: 'The message is shown as the customer’s. No mail is sent.',
  },
  {
    value: 'agent',
    label: 'Write to the customer',
    description: 'The message is mailed to the customer. Replies arrive on this ticket.',
  },
] as const satisfies { value: RequestSource; label: string; description: string }[]

export const holdMs = 10_000

export const wordsFor = {
  customer: { label: 'What the customer asked', placeholder: 'What the customer asks, in their words' },
  agent: { label: 'Message', placeholder: 'What you write to the customer' },
} as const satisfies Record<RequestSource, { label: string; placeholder: string }>

export const channelOptions: Option<(typeof loggedChannels)[number]>[] = [
  { value: 'phone', label: 'By phone' },
  { value: 'chat', label: 'By chat' },
  { value: 'in_person', label: 'In person' },
  { value: 'other', label: 'Other' },
]
