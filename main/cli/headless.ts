import { type Daemon, startDaemon } from '../daemon.ts';
import { type HttpHost, startHttpHost } from '../hosts/http.ts';

export interface Headless {
  readonly daemon: Daemon;
  readonly http: HttpHost;
  close(): Promise<void>;
}

/** The daemon with its window served over HTTP: the product without Electron. `port` 0 takes any free one. */
export async function startHeadless(options: {
  readonly dir: string;
  readonly port: number;
  readonly rendererDir: string | null;
}): Promise<Headless> {
  const daemon = await startDaemon({ dir: options.dir });
  try {
    const http = await startHttpHost({
      call: daemon.call,
      onNotification: daemon.onNotification,
      log: daemon.log,
      rendererDir: options.rendererDir,
      uploadsDir: daemon.paths.uploads,
      port: options.port,
    });
    return {
      daemon,
      http,
      async close() {
        await http.close();
        await daemon.close();
      },
    };
  } catch (error) {
    await daemon.close();
    throw error;
  }
}
