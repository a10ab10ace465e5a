import type { Command } from '#bin/admin/command.ts'
import { emailOf } from '#bin/admin/create-workspace.ts'
import { sendTestMail } from '#bin/admin/doctor/examine-relay.ts'
import { isBroken } from '#bin/admin/doctor/finding.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'

export const mailTest: Command = {
  name: 'mail test',
  takes: 'EMAIL',
  does: 'Sends a mail through the relay and prints the answer of the relay',
  async run({ settings, words: [typed] }) {
    const sent = await sendTestMail(settings, emailOf(typed!))
    if (isBroken(sent)) throw new CannotStart(sent.text)
    return sent.text
  },
}
