import type { LiveSettings } from '../contract/settings.ts';
import type { Settings } from '../methods/admin.ts';
import { type Config, changeConfig } from '../store/config.ts';

/** The settings of `config.json` that may be changed while the daemon runs. `file` is written at each change. */
export function openSettings(config: Config, file: string): Settings {
  let live = liveOf(config);
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
  };
}

function liveOf({ autoRecall, delivery }: Config): LiveSettings {
  return { autoRecall, redactSecrets: delivery.redactSecrets };
}
