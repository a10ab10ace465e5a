import { formatWaiting } from '#web/service/tickets/ticket/format-waiting.ts'

export const formatMinutes = (minutes: number) =>
  minutes < 1 ? 'under 1m' : formatWaiting(new Date(0).toISOString(), minutes * 60_000)
