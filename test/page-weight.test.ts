import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tooHeavy, weighPages } from '#bin/lib/page-weight.ts'
import { buildFolder } from '#server/platform/process/build-folder.ts'
import budget from './page-weight.json' with { type: 'json' }

const now = weighPages(fileURLToPath(buildFolder))

test('no page loads more than its budget, which `node bin/weigh-pages.ts` writes anew', () => {
  expect(tooHeavy(now, budget)).toEqual([])
})

test('a page that grew is named with the file that grew, and one without a budget as such', () => {
  const id = 'service/tickets/ticket-page/ticket'
  const page = now.pages[id]!
  const grown = {
    files: { ...now.files, 'ticket.js': now.files['ticket.js']! + 9000 },
    pages: { [id]: { ...page, opens: page.opens + 9000 }, 'new/page': page },
  }
  const allowed = { ...now, pages: { [id]: page } }
  expect(tooHeavy(grown, allowed)).toEqual([
    `${id} opens ${page.opens + 9000} bytes, of ${page.opens} and 3 %: ticket.js +9000`,
    'new/page has no budget yet',
  ])
})

test('the chunks that a page loads at once, and those that it may load later, are all weighed', () => {
  const { loads, opens, later } = now.pages['service/tickets/ticket-page/ticket']!
  expect(loads.split(' ')).toEqual(expect.arrayContaining(['base.css', 'react.js', 'ticket.js', 'root.js']))
  expect(loads).not.toContain('writing.js')
  expect(opens).toBeGreaterThan(now.files['react.js']!)
  expect(later).toBeGreaterThan(now.files['writing.js']!)
})
