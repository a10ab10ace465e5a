import type { Locator, Page } from '@playwright/test'
import { type Founded, found, fresh, openPage, registerCustomer, signIn, untilInteractive } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

/** Number of reloads while somebody types. `npm run sweep` uses more reloads. */
const moments = Number(process.env.MOMENTS ?? 1)

type Writing = { page: Page; open: () => Promise<void>; field: Locator }

test.describe('no word is lost, whenever the page is loaded anew or the network is cut', () => {
  test.setTimeout(240_000 + moments * 60_000)

  test('of the team: in a reply, a note and a ticket that they begin', async ({ page, site }) => {
    const acme = await found(site)
    await signIn(page, site, acme.email)

    await test.step('in a reply and a note', async () => {
      const ticket = await newTicket(site, acme, 'Refund')
      const address = site.at(acme.domain, `/service/tickets/${ticket.id}`)
      await openPage(page, address)
      await expectKept({
        page,
        open: () => openPage(page, address),
        field: page.getByRole('textbox', { name: 'Reply to the customer' }),
      })

      const second = await newTicket(site, acme, 'Exchange')
      const other = site.at(acme.domain, `/service/tickets/${second.id}`)
      await openPage(page, other)
      await page.getByRole('tab', { name: 'Note' }).click()
      await expectKept({
        page,
        open: () => openPage(page, other),
        field: page.getByRole('textbox', { name: 'Note for the team' }),
      })
    })

    await test.step('in a ticket that the team begins', async () => {
      const open = () => openPage(page, site.at(acme.domain, '/service/tickets/create'))
      await open()
      await expectKept({ page, open, field: page.getByRole('textbox', { name: 'What the customer asked' }) })
    })
  })

  test('of a customer: in a new request and a reply', async ({ page, site }) => {
    const acme = await found(site)
    const email = await registerCustomer(page, site, acme.domain)

    await test.step('in a customer’s new request', async () => {
      const open = () => openPage(page, site.at(acme.domain, '/customer/tickets/create'))
      await open()
      await expectKept({ page, open, field: page.getByLabel('What happened?') })
    })

    await test.step('in a customer’s reply', async () => {
      const address = await customersTicket(site, acme, email)
      const open = () => openPage(page, address)
      await open()
      await expectKept({ page, open, field: page.getByLabel('Your reply') })
    })
  })
})

/** Types words, reloads the page at random moments, and expects every word to be there. */
async function expectKept({ page, open, field }: Writing) {
  const random = seeded(11)
  const typed: string[] = []
  for (let moment = 0; moment < moments; moment += 1) {
    await field.focus()
    await page.keyboard.press('Control+End')
    const isCut = random(4) === 0
    if (isCut) await page.context().setOffline(true)
    for (let words = 0; words <= random(3); words += 1) {
      const word = `w${moment}x${words}e`
      await page.keyboard.type(` ${word}`, { delay: random(40) })
      typed.push(word)
    }
    const waitMs = [0, 0, 50, 250, random(900), random(2500)][random(6)]!
    await page.waitForTimeout(waitMs)
    if (isCut) await page.context().setOffline(false)
    if (random(5) === 0) {
      await page.goto('about:blank')
      await open()
    } else await page.reload()
    await untilInteractive(page)
    // In half of the cases, the next words are typed at once. They must not overwrite words that are still loading.
    if (random(2) === 0) await expectWords(field, typed)
  }
  await expectWords(field, typed)
}

test('two windows on one ticket keep the words of both', async ({ page, site }) => {
  test.setTimeout(240_000 + moments * 20_000)
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  const address = site.at(acme.domain, `/service/tickets/${ticket.id}`)
  const pages = [page, await page.context().newPage()] as const
  for (const one of pages) await openPage(one, address)
  const field = (one: Page) => one.getByRole('textbox', { name: 'Reply to the customer' })
  const random = seeded(5)
  const typed: string[] = []
  for (let moment = 0; moment < moments; moment += 1) {
    const one = pages[random(2)]!
    const isCut = random(4) === 0
    if (isCut) await page.context().setOffline(true)
    await field(one).focus()
    const word = `w${moment}e`
    await one.keyboard.type(` ${word}`)
    typed.push(word)
    await one.waitForTimeout([0, 100, random(1500)][random(3)]!)
    if (isCut) await page.context().setOffline(false)
    if (random(4) > 0) continue
    await one.reload()
    await untilInteractive(one)
  }
  for (const one of pages) await expectWords(field(one), typed)
  await expect.poll(() => draftHtml(site, acme, ticket.id)).toContain(typed.at(-1))
  const html = await draftHtml(site, acme, ticket.id)
  expect(typed.filter((word) => !html.includes(word))).toEqual([])
})

test('what a member writes is one draft in every window, saved meanwhile, and not in the browser when they leave', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('two windows that write at once are joined, and say so before anything is sent', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    const path = `/api/v1/tickets/${ticket.id}/draft`
    // Saves a draft from another device. This page is not informed.
    await site.api('PUT', path, { token: acme.token, body: { kind: 'note', html: '<p>Ask the bank first</p>' } })
    await editor.focus()
    await page.keyboard.type('You get it all back.')
    await page.keyboard.press('Control+Enter')

    const note = page.getByRole('textbox', { name: 'Note for the team' })
    await expect(note).toContainText('Ask the bank first')
    await expect(note).toContainText('You get it all back.')
    await expect(page.getByText('You also wrote in another window.')).toBeVisible()
    const { body } = await site.api('GET', `/api/v1/tickets/${ticket.id}/messages`, { token: acme.token })
    expect(body.items).toHaveLength(1)
  })

  await test.step('a draft that another device sends leaves this page, which has the focus', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.focus()
    await page.keyboard.type('Sent once')
    await expect(page.getByText('Draft saved')).toBeVisible()
    const path = `/api/v1/tickets/${ticket.id}`
    const saved = await site.api('GET', `${path}/draft`, { token: acme.token })
    const body = { kind: 'reply', html: '<p>Sent once</p>', draft: saved.body.draft.revision }
    await site.api('POST', `${path}/messages`, { token: acme.token, body })
    await expect(page.getByRole('article').getByText('Sent once')).toBeVisible()
    await expect(editor).toHaveText('')
  })

  await test.step('who types without a pause has the draft saved meanwhile, and without a network reads that it is not', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.focus()
    const isSaved = page.waitForResponse((response) => response.url().endsWith('/draft'))
    let isTyping = true
    const typing = (async () => {
      while (isTyping) await page.keyboard.type('on ', { delay: 60 })
    })()
    expect((await isSaved).status()).toBe(200)
    isTyping = false
    await typing

    await page.context().setOffline(true)
    await page.keyboard.type('and offline')
    await expect(page.getByText('Kept in this browser, not saved yet')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('Draft saved')).toBeVisible()
    await expect.poll(() => draftHtml(site, acme, ticket.id)).toContain('and offline')
  })

  await test.step('a member who signs out has the draft on the server and nothing in the browser', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await page.getByRole('textbox', { name: 'Reply to the customer' }).focus()
    await page.keyboard.type('Half a thought')
    await page
      .getByRole('button', { name: /Ada Lovelace/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/auth\/login/)
    await page.goto(site.at(acme.domain, '/knowledgebase'))
    expect(await keptIn(page)).toEqual([])
    await signIn(page, site, acme.email)
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('Half a thought')
  })
})

test('what a customer writes waits for them in the browser, and for nobody else', async ({ page, site }) => {
  const acme = await found(site)
  const email = await registerCustomer(page, site, acme.domain)

  await test.step('a customer’s request is there again with its file, can be emptied, and is forgotten once it is sent', async () => {
    const address = site.at(acme.domain, '/customer/tickets/create')
    await openPage(page, address)
    const [subject, text] = [page.getByLabel('Subject'), page.getByLabel('What happened?')]
    await subject.fill('A broken lid')
    await text.fill('It came off.')
    const file = { name: 'lid.txt', mimeType: 'text/plain', buffer: Buffer.from('broken') }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.locator('input[name=attachments]')).toHaveCount(1)
    await expect(page.getByText('Kept in this browser until you send it')).toBeVisible()
    await page.reload()
    await expect(subject).toHaveValue('A broken lid')
    await expect(text).toHaveValue('It came off.')
    await expect(page.getByRole('button', { name: 'Remove lid.txt' })).toBeVisible()

    await page.getByRole('button', { name: 'Start with an empty form' }).click()
    await expect(text).toHaveValue('')
    await expect(text).toBeFocused()
    await expect.poll(() => keptIn(page)).toEqual([])
    await subject.fill('A broken lid')
    await text.fill('It came off again.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A broken lid' })).toBeVisible()
    expect(await keptIn(page)).toEqual([])
    await openPage(page, address)
    await expect(text).toHaveValue('')
  })

  await test.step('who signs out leaves nothing in the browser, and nobody finds what another person kept', async () => {
    await openPage(page, await customersTicket(site, acme, email))
    await page.getByLabel('Your reply').fill('A secret')
    await expect.poll(() => keptIn(page)).toHaveLength(1)
    // Ends the session, and another person signs in on the same computer. Leaves the page first, because an open page
    // would go to the sign-in by itself.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await registerCustomer(page, site, acme.domain)
    await openPage(page, site.at(acme.domain, '/customer/dashboard'))
    await expect.poll(() => keptIn(page)).toEqual([])

    await openPage(page, site.at(acme.domain, '/customer/tickets/create'))
    await page.getByLabel('Subject').fill('Another secret')
    await expect.poll(() => keptIn(page)).toHaveLength(1)
    await page.getByRole('button', { name: /your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/customer\/auth\/login/)
    await expect.poll(() => keptIn(page)).toEqual([])
  })
})

async function customersTicket(site: Site, acme: Founded, email: string) {
  const ticket = await newTicket(site, acme, fresh('lid'), { requester: { email } })
  return site.at(acme.domain, `/customer/tickets/${ticket.id}`)
}

/** Waits until a field holds every word. */
async function expectWords(field: Locator, words: string[]) {
  const missing = () =>
    field.evaluate((element, wanted) => {
      const text = element instanceof HTMLTextAreaElement ? element.value : (element.textContent ?? '')
      return wanted.filter((word) => !text.includes(word))
    }, words)
  await expect.poll(missing).toEqual([])
}

const draftHtml = async (site: Site, { token }: Founded, id: string): Promise<string> =>
  (await site.api('GET', `/api/v1/tickets/${id}/draft`, { token })).body.draft?.html ?? ''

const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^(message|new-ticket|request)/.test(key)))

/** Returns a random generator that gives the same numbers in each run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}
