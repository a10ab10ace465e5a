import { beforeAll, describe, expect, test } from 'vitest'
import { listTicketArticles } from '#contract/help/article-uses.ts'
import { publishArticle, writeTranslation } from '#contract/knowledge-base/articles.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer, showCustomer } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { mailsTo, makeWorkspace, newCustomer, owner, type Person, runJobs, type World } from '#test/world.ts'

let world: World
const asked = { subject: 'Refund of my order', text: 'Rückzahlung: I wait for the refund.' }

beforeAll(async () => {
  world = await makeWorkspace('languages', 'Languages', ['Ria', 'Rob', 'Ron', 'Rut'])
  await owner.query(`update workspaces set languages = '{en,de}' where id = $1`, [world.id])
  const { id } = await newLiveArticle(
    { title: 'Refund an order', document: paragraphs('A refund takes five days.') },
    world.admin,
  )
  await as(world.admin)(writeTranslation, {
    params: { id, language: 'de' },
    body: { title: 'Rückzahlung', document: paragraphs('Eine Rückzahlung dauert fünf Tage.') },
  })
  await as(world.admin)(publishArticle, { params: { id }, body: { language: 'de' } })
})

const languageOf = async ({ id }: Pick<Person, 'id'>) =>
  (await as(world.agent)(showCustomer, { params: { id } })).language
const ask = (by: Person, language?: string) =>
  as(by)(createTicket, { body: { ...asked, ...(language && { language }) } })

describe('the language of a customer', () => {
  test('is what they read in when they first say so, and then what the team says', async () => {
    const customer = await newCustomer(world, 'Petra')
    expect(await languageOf(customer)).toBe(null)
    await ask(customer)
    expect(await languageOf(customer)).toBe(null)
    await ask(customer, 'de-AT')
    await ask(customer, 'en')
    expect(await languageOf(customer)).toBe('de-AT')
    await as(world.agent)(changeCustomer, { params: { id: customer.id }, body: { language: 'en' } })
    await ask(customer, 'de')
    expect(await languageOf(customer)).toBe('en')
    await as(world.agent)(changeCustomer, { params: { id: customer.id }, body: { language: null } })
    expect(await languageOf(customer)).toBe(null)
    expect(
      await as(world.agent)(changeCustomer, { params: { id: customer.id }, body: { language: 'x y' } }),
    ).toMatchObject({ code: 'invalid', fields: { language: expect.any(String) } })
  })

  test('is said by a program with the ticket that it writes for them', async () => {
    const { requester } = await as(world.agent)(createTicket, {
      body: { ...asked, requester: { email: 'dana@reads.example' }, language: 'de' },
    })
    expect(await languageOf(requester)).toBe('de')
  })

  test('is that in which articles are looked for: beside their ticket, and in the mail that it arrived', async () => {
    const customer = await newCustomer(world, 'Dora')
    const { id } = await ask(customer, 'de-CH')
    const fits = async (query = {}) => {
      const { fitting, language } = await as(world.agent)(listTicketArticles, { params: { id }, query })
      return [language, ...fitting.map(({ title }) => title)]
    }
    expect(await fits()).toEqual(['de', 'Rückzahlung'])
    expect(await fits({ language: 'en' })).toEqual(['en', 'Refund an order'])
    await runJobs()
    const [mail] = await mailsTo(customer.email)
    expect(JSON.parse(mail!.text).articles).toMatchObject([{ title: 'Rückzahlung' }])
    await as(world.agent)(changeCustomer, { params: { id: customer.id }, body: { language: 'fr' } })
    expect(await fits()).toEqual(['en', 'Refund an order'])
  })
})
