import { newEntry, newModel } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('who planned a publication that is refused when its time comes is mailed why, and finds it on the entry', async ({
  page,
  site,
}) => {
  const company = await found(site, 'late')
  await newModel(site, company, {
    ...{ key: 'note', name: 'Note' },
    fields: [{ key: 'title', kind: 'text', required: 'on_publish' }],
  })
  const id = await newEntry(site, company, 'notes', { title: 'For tomorrow' })
  const path = `/api/v1/content/notes/${id}`
  const at = new Date(Date.now() + 4000).toISOString()
  await site.api('PUT', `${path}/publication`, { token: company.token, body: { at } })
  await site.api('PATCH', path, { token: company.token, body: { fields: { title: null } } })

  const { subject, text } = await site.mailTo(company.email, (mail) => mail.subject.startsWith('Not published'))
  expect(subject).toBe('Not published: an untitled entry')
  expect(text).toContain('Fill in Title')
  await signIn(page, site, company.email)
  await openPage(page, text.match(/Open the entry: (\S+)/)![1]!)
  await expect(page.getByRole('status').filter({ hasText: 'Scheduled publishing failed.' })).toContainText(
    'Fill in Title',
  )
  await expect(page.getByRole('list', { name: 'History' }).first()).toContainText(
    'Scheduled publishing failed: Fill in Title',
  )
  await lookAtThis(page)

  await page.getByRole('textbox', { name: 'Title' }).fill('For today')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Scheduled publishing failed.')).toBeHidden()
})
