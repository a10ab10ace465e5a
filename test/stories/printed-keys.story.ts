import type { Page } from '@playwright/test'
import { newArticle } from './articles.ts'
import { newEntry, newModel } from './content.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

/** Selectors of the places that get the focus: the page itself, and the first visible element of each kind. */
const places = [
  'body',
  'main input:is([type=search], [type=text], :not([type])):not([disabled])',
  'main textarea',
  'main [contenteditable=true]',
  'main input[type=checkbox]',
]

/** Maps printed key names to key names of Playwright. */
const pressed: Record<string, string> = { Ctrl: 'Control', '⇧': 'Shift', '↵': 'Enter', Esc: 'Escape' }
const arrows: Record<string, string> = { '↑': 'ArrowUp', '↓': 'ArrowDown', '←': 'ArrowLeft', '→': 'ArrowRight' }
const toPress = (printed: string) =>
  printed
    .split(' ')
    .map((part) => pressed[part] ?? arrows[part] ?? (part.length === 1 ? part.toLowerCase() : part))
    .join('+')

/** Returns the visible keys of the page, with the key names of Playwright. */
async function printedKeys(page: Page) {
  const seen = await page.locator('kbd').evaluateAll((all) =>
    all.flatMap((key) => {
      const { left, top, width, height } = key.getBoundingClientRect()
      const isSeen = key.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 0
      const at = document.elementFromPoint(left + width / 2, top + height / 2)
      // biome-ignore lint/performance/useDomNodeTextContent: of both spellings the one that is shown
      return isSeen && at && (key.contains(at) || at.contains(key)) ? [(key as HTMLElement).innerText.trim()] : []
    }),
  )
  return [...new Set(seen)].map(toPress)
}

type Watch = Window & { keyDid?: Promise<string[]> }

/** Presses a key. Returns whether the key did more than type its letter. */
async function press(page: Page, key: string) {
  const focused = await page.evaluateHandle(() => document.activeElement!)
  const written = () =>
    focused.evaluate((at) => (at as HTMLInputElement).value ?? at.closest('[contenteditable]')?.innerHTML ?? '')
  const before = await written()
  await page.evaluate(() => {
    const did: string[] = []
    for (const type of ['click', 'submit'])
      document.addEventListener(type, () => did.push(type), { capture: true, once: true })
    ;(window as Watch).keyDid = new Promise((resolve) => {
      const note = (event: KeyboardEvent) => {
        if (/^(Control|Shift|Alt)$/.test(event.key)) return
        window.removeEventListener('keydown', note, true)
        // Checks the event after all other listeners.
        setTimeout(() => resolve(event.defaultPrevented ? [...did, 'taken'] : did))
      }
      window.addEventListener('keydown', note, true)
    })
  })
  await page.keyboard.press(key)
  const did = await page.evaluate(() => (window as Watch).keyDid).catch(() => ['left the page'])
  // A character that opens a list of suggestions is also typed into the text.
  if ((await page.getByRole('listbox').count()) > 0) return true
  return did !== undefined && did.length > 0 && (await written().catch(() => before)) === before
}

/** Moves the focus to each of `places` and presses all printed keys there. */
async function expectPrintedKeysWork(page: Page, address: string, prepare = async () => {}) {
  const silent: string[] = []
  let tried = 0
  const dialog = page.getByRole('dialog')

  /** Blocks the data of other pages, so that no key can leave this page. */
  const pages = '**/*.data*'
  async function begin() {
    await page.unroute(pages)
    await openPage(page, address)
    await prepare()
    await page.route(pages, () => {})
  }
  async function goOn() {
    if ((await dialog.count()) > 0) await page.keyboard.press('Escape')
    if ((await dialog.count()) > 0 || page.url() !== address) await begin()
  }
  async function focus(place: string) {
    if (place === 'body') await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    else await page.locator(place).filter({ visible: true }).first().focus()
  }

  /** Returns the printed keys for the focus at `place`. Retries, because the previous key may still open a dialog. */
  async function printedAt(place: string) {
    let printed: string[] = []
    await expect(async () => {
      await goOn()
      await focus(place)
      printed = await printedKeys(page)
      expect(await dialog.count()).toBe(0)
      if (place === 'body') return
      const isThere = page.locator(place).filter({ visible: true }).first()
      expect(await isThere.evaluate((at) => at === document.activeElement)).toBe(true)
    }).toPass({ timeout: 30_000 })
    return printed
  }

  /**
   * Presses a key with the focus at `place`. The caller tries twice, because a late dialog can take the first press.
   */
  async function pressAt(place: string, key: string) {
    await goOn()
    await focus(place)
    return press(page, key)
  }

  await begin()
  for (const place of places) {
    if (place !== 'body' && (await page.locator(place).filter({ visible: true }).count()) === 0) continue
    for (const key of await printedAt(place)) {
      if (!(await pressAt(place, key)) && !(await pressAt(place, key))) silent.push(`${key} at ${place}`)
      tried += 1
    }
    await goOn()
  }
  await page.unroute(pages)
  expect(silent, address).toEqual([])
  expect(tried, address).toBeGreaterThan(2)
}

/** Expects the list behind `?` to contain all printed keys of the page, and all `labels`. */
async function expectListed(page: Page, address: string, labels: string[]) {
  await openPage(page, address)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const printed = await printedKeys(page)
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const label of labels) await expect(list.getByText(label, { exact: true }).first()).toBeAttached()
  const listed = (await list.locator('dl kbd').allInnerTexts()).map((text) => toPress(text.trim()))
  expect(
    printed.filter((keys) => !listed.includes(keys)),
    address,
  ).toEqual([])
  await page.keyboard.press('Escape')
}

/** Creates a workspace. Returns the URLs of the team pages with the most shortcuts. */
async function openWorkspace(page: Page, site: Site) {
  const acme = await found(site)
  const openTicket = async (subject: string) =>
    site.at(acme.domain, `/service/tickets/${(await newTicket(site, acme, subject)).id}`)
  const ticket = await openTicket('Lamp')
  const article = await newArticle(site, acme, { title: 'Lamps', html: '<p>Turn it.</p>' })
  await newModel(site, acme, {
    key: 'note',
    name: 'Note',
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'body', kind: 'rich_text' },
    ],
  })
  const entry = await newEntry(site, acme, 'notes', { title: 'A note' })
  await signIn(page, site, acme.email)
  const at = (path: string) => site.at(acme.domain, path)
  return {
    ...{ openTicket, ticket },
    tickets: at('/service/tickets'),
    article: at(`/service/knowledgebase/admin/articles/edit/${article}`),
    entry: at(`/cms/content/edit/${entry}`),
    media: at('/cms/media'),
    team: at('/team'),
  }
}

test('every key that is printed does something, wherever the focus is', async ({ page, site }) => {
  test.setTimeout(180_000)
  const pages = await openWorkspace(page, site)

  await test.step('the list of tickets, on a row too', async () => {
    await expectPrintedKeysWork(page, pages.tickets)
    await expectPrintedKeysWork(page, pages.tickets, () => page.keyboard.press('j'))
  })
  await test.step('a ticket', async () => {
    // The keys of the list move its ticket to spam and to the trash, where nobody can reply.
    await expectPrintedKeysWork(page, await pages.openTicket('Shade'), () =>
      expect(page.locator('main [contenteditable=true]').first()).toBeVisible(),
    )
  })
  await test.step('the editor of an article', () => expectPrintedKeysWork(page, pages.article))
  await test.step('the editor of an entry', () => expectPrintedKeysWork(page, pages.entry))
  await test.step('the media library', () => expectPrintedKeysWork(page, pages.media))
  await test.step('the team', () => expectPrintedKeysWork(page, pages.team))
})

test('the list behind ? has the keys of its page', async ({ page, site }) => {
  const pages = await openWorkspace(page, site)
  const inText = ['In the text', 'Bold', 'Quote', 'Redo']
  const inDocument = [...inText, 'Insert a block', 'Link the selected text', 'Move the block up', 'Find and replace']
  await expectListed(page, pages.tickets, ['Next ticket', 'Search tickets', 'Search or jump to'])
  await expectListed(page, pages.ticket, ['Send the reply', 'Change priority', ...inText])
  await expectListed(page, pages.article, ['Publish', 'Preview', 'Comment on this block', ...inDocument])
  await expectListed(page, pages.entry, ['Publish', 'Insert an entry', ...inDocument])
  await expectListed(page, pages.media, ['Next file', 'Upload files'])
  await expectListed(page, pages.team, ['Invite'])
})

/** Returns the controls that the toast covers. */
const coveredByToast = (page: Page) =>
  page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: 'Undo' }) })
    .locator('> *')
    .evaluate((toast: HTMLElement) => {
      const { left, top, width, height } = toast.getBoundingClientRect()
      toast.style.visibility = 'hidden'
      const parts = [0.02, 0.25, 0.5, 0.75, 0.98]
      const under = parts.flatMap((x) =>
        parts.flatMap((y) => document.elementsFromPoint(left + width * x, top + height * y)),
      )
      toast.style.visibility = ''
      const controls = under.filter((one) =>
        one.matches('a, button, input, textarea, select, [contenteditable], [role=row]'),
      )
      return [...new Set(controls)].filter((one) => !toast.contains(one)).map((one) => one.outerHTML.slice(0, 80))
    })

test('an undo is printed with the key that works, and lies over nothing', async ({ page, site }) => {
  const acme = await found(site)
  for (const subject of ['Lamp', 'Shade']) await newTicket(site, acme, subject)
  const { id } = await newTicket(site, acme, 'Bulb')
  await signIn(page, site, acme.email)
  const undo = page.getByRole('button', { name: 'Undo' })
  const lamp = page.getByRole('row', { name: 'Lamp' })
  const search = page.getByRole('searchbox', { name: 'Search' })
  async function solveLamp() {
    await lamp.getByRole('checkbox').check()
    await lamp.getByRole('checkbox').focus()
    await page.keyboard.press('e')
    await expect(undo).toHaveText(/^Undo\s*Z$/, { useInnerText: true })
    await search.focus()
    await expect(undo).toHaveText(/^Undo\s*Ctrl Z$/, { useInnerText: true })
  }

  await test.step('in a text it is the chord, which belongs to the text once something is written there', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await solveLamp()
    const undone = page.waitForResponse(/\/ticket-changes\/[^/]+$/)
    await page.keyboard.press('Control+z')
    await expect(undo).toHaveCount(0)
    await undone
    await expect(lamp).toBeVisible()

    await solveLamp()
    await page.keyboard.type('S')
    await expect(undo).toHaveText('Undo', { useInnerText: true })
    await page.keyboard.press('Control+z')
    await expect(search).toHaveValue('')
    await undo.click()
    await expect(undo).toHaveCount(0)
    await expect(lamp).toBeVisible()
  })

  await test.step('it lies over no control, on a list and on a ticket, whatever the width', async () => {
    const covered: string[] = []
    async function lookAt(path: string, width: number) {
      await page.setViewportSize({ width, height: 844 })
      await openPage(page, site.at(acme.domain, path))
      if (path.endsWith(id)) await page.getByRole('button', { name: /^Solve/ }).click()
      else {
        await lamp.getByRole('checkbox').check()
        await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Solve' }).click()
      }
      await expect(undo).toBeVisible()
      covered.push(...(await coveredByToast(page)).map((what) => `${what} at ${width} px of ${path}`))
      await undo.click()
      await expect(undo).toHaveCount(0)
    }
    for (const width of [1440, 1024, 768]) await lookAt('/service/tickets', width)
    for (const width of [1200, 768, 390]) await lookAt(`/service/tickets/${id}`, width)
    expect(covered).toEqual([])
  })

  await test.step('the palette prints keys that work in it, and no others', async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
    await page.keyboard.press('Control+k')
    const printed = page.getByRole('dialog').locator('kbd')
    const shown = async () => [...new Set((await printed.allInnerTexts()).map((text) => text.trim()))]
    expect(await shown()).toEqual(['Esc', '↵', '↑', '↓', '>'])
    await page.keyboard.type('team')
    expect(await shown()).toEqual(['Esc', '↵', '↑', '↓', 'Ctrl ↵'])
    await page.keyboard.press('Escape')
  })

  await test.step('behind the palette a reply is not sent', async () => {
    const reply = page.getByRole('textbox', { name: 'Reply to the customer' })
    await reply.fill('Not yet.')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zzzz')
    await expect(page.getByText('No results')).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(reply).toHaveText('Not yet.')
    await expect(page.getByText(/Sends in/)).toHaveCount(0)
  })

  await test.step('in an open menu the key beside a choice chooses it', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    await expect(page.getByRole('menuitem', { name: /Add tags/ })).toContainText('T')
    await page.keyboard.press('t')
    await expect(page.getByRole('dialog', { name: /^Tag ticket/ })).toBeVisible()
  })
})
