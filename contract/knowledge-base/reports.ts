import { z } from 'zod'
import { endpoint, Id, Time } from '#contract/endpoint.ts'
import { editorRead } from './categories.ts'

export const mostReportedDays = 90

const Amount = z.number().int().min(0)
const Day = z.string().describe('Date in the time zone of the workspace, like 2026-11-21')
const Title = z.string().describe('Title in the first language')

const report = {
  method: 'GET',
  ...editorRead,
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(mostReportedDays).default(30).describe('Number of days, including today'),
  }),
} as const

export const showReadings = endpoint({
  ...report,
  path: '/api/v1/knowledge-base/reports/readings',
  summary: 'Views by day, and the most read articles. A reader counts once a day',
  answer: z.object({
    days: z.array(z.object({ day: Day, views: Amount })),
    mostRead: z.array(z.object({ id: Id, title: Title, views: Amount })),
  }),
})

export const showVotes = endpoint({
  ...report,
  path: '/api/v1/knowledge-base/reports/votes',
  summary: 'Ratings by day, and the articles with the lowest ratings',
  answer: z.object({
    days: z.array(z.object({ day: Day, helpful: Amount, unhelpful: Amount })),
    leastHelpful: z
      .array(z.object({ id: Id, title: Title, helpful: Amount, unhelpful: Amount }))
      .describe('Articles with at least three ratings, at least one of them negative'),
  }),
})

export const showSearches = endpoint({
  ...report,
  path: '/api/v1/knowledge-base/reports/searches',
  summary: 'The number of searches per day, and the words of searches without results',
  answer: z.object({
    days: z.array(z.object({ day: Day, searches: Amount, withoutResult: Amount })),
    withoutResult: z.array(
      z.object({ query: z.string(), language: z.string(), times: Amount, at: Time.describe('The last search') }),
    ),
  }),
})
