import { eventsForKeys } from '#contract/live/events.ts'
import { drawPart } from './draw-part.ts'

/** docs/api/events.md with the list of the events that keys receive. */
export const drawEvents = (page: string): string =>
  drawPart(page, 'live-events', eventsForKeys.map((type) => `- \`${type}\`\n`).join(''))
