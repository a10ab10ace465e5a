import { newEntry, newModel } from './content.ts'
import { expectAccessible, lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a draft of the content is shared by a link that needs no account, by keys alone, until it is ended', async ({
  page,
  site,
}) => {
  const company = await found(site, 'share')
  await newModel(site, company, {
    ...{ key: 'post', name: 'Post', previewUrl: 'https://site.example/blog/{slug}' },
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  const id = await newEntry(site, company, 'posts', { title: 'Not said yet' })
  const read = (token: string) => site.api('GET', '/api/v1/content/posts/not-said-yet', { token })
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}`))
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Share the draft…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share the draft' })
  await expect(dialog.getByText('No active links.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create link' }).focus()
  await page.keyboard.press('Enter')
  const field = dialog.getByLabel('Link', { exact: true })
  await expect(field).toBeFocused()
  const address = new URL(await field.inputValue())
  expect(address.origin + address.pathname).toBe('https://site.example/blog/not-said-yet')
  const token = address.searchParams.get('preview_token')!
  expect((await read(token)).body).toMatchObject({ title: 'Not said yet' })
  await lookAtThis(page)
  await expectAccessible(page)

  const links = dialog.getByRole('list', { name: 'Active links' }).getByRole('listitem')
  await expect(links).toHaveCount(1)
  await links.getByRole('button', { name: 'Revoke' }).focus()
  await page.keyboard.press('Enter')
  await expect(links).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeFocused()
  await expect.poll(async () => (await read(token)).status).toBe(401)
})
