import type { LiveSettings } from '../contract/settings.ts';
import type { ShadowSettings } from '../contract/shadow.ts';
import type { Settings } from '../methods/admin.ts';
import { type Config, changeConfig } from '../store/config.ts';

/** All that may be changed while the daemon runs. */
export interface OpenSettings extends Settings {
  shadow(): ShadowSettings;
  /** Keeps a change for the next start as well. */
  changeShadow(change: Readonly<Record<string, unknown>>): ShadowSettings;
}

/** The settings of `config.json` that may be changed while the daemon runs. `file` is written at each change. */
export function openSettings(config: Config, file: string): OpenSettings {
  let live = liveOf(config);
  let { shadow } = config;
  return {
    live: () => live,
    change({ autoRecall, redactSecrets }) {
      const change = {
        ...(autoRecall === undefined ? {} : { autoRecall }),
        ...(redactSecrets === undefined ? {} : { delivery: { redactSecrets } }),
      };
      live = liveOf(changeConfig(file, change));
      return live;
    },
    shadow: () => shadow,
    changeShadow(change) {
      shadow = changeConfig(file, { shadow: change }).shadow;
      return shadow;
    },
  };
}

function liveOf({ autoRecall, delivery }: Config): LiveSettings {
  return { autoRecall, redactSecrets: delivery.redactSecrets };
}
