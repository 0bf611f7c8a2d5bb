import { Menu } from '@mantine/core'
import { chooseColorScheme, useColorSchemeChoice } from '#web/theme/color-scheme.ts'
import type { ColorSchemeChoice } from '#web/theme/color-scheme.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icon.tsx'

const choices: ReadonlyArray<{ choice: ColorSchemeChoice; label: string; icon: IconName }> = [
  { choice: 'light', label: 'Light', icon: 'sun' },
  { choice: 'dark', label: 'Dark', icon: 'moon' },
  { choice: 'auto', label: 'As the system', icon: 'auto' },
]

export function ColorSchemeMenu() {
  const chosen = useColorSchemeChoice()
  const shown = choices.find(({ choice }) => choice === chosen)
  return (
    <Menu position="bottom-end" offset={4}>
      <Menu.Target>
        <button type="button" className="button quiet icon" aria-label={`Colours: ${shown?.label}`} title="Colours">
          <Icon name={shown?.icon ?? 'auto'} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ choice, label, icon }) => (
          <Menu.Item
            key={choice}
            leftSection={<Icon name={icon} size={16} />}
            rightSection={choice === chosen ? <Icon name="check" size={16} /> : null}
            onClick={() => chooseColorScheme(choice)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
