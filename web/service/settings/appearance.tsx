import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { SettingsSection } from '#web/ui/page/settings-section.tsx'
import { ColorField } from './color-field.tsx'
import type { SectionProps } from './general-values.ts'
import { LogoField } from './logo-field.tsx'

/** The name, logo and colour that customers see. */
export const Appearance = ({ values, change, fault }: SectionProps) => (
  <SettingsSection title="Name, logo and colour" description="Shown to customers on your pages and in your mails.">
    <Field label="Name" {...fault('name')}>
      <Input
        value={values.name}
        maxLength={120}
        autoComplete="organization"
        onChange={(event) => change('name', event.target.value)}
      />
    </Field>
    <LogoField
      logo={values.logo}
      name={values.name}
      fault={fault('logoFileId')}
      onChange={(logo) => change('logo', logo)}
    />
    <ColorField
      color={values.accentColor}
      fault={fault('accentColor')}
      onChange={(color) => change('accentColor', color)}
    />
  </SettingsSection>
)
