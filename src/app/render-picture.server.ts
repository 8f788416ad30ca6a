import { setPriority } from 'node:os';
import { renderForParent } from '../foundation/media/child-process-renderer.server';
import { renderUpload } from '../foundation/media/picture-renderer.server';

// Serving pages has priority over rendering pictures.
setPriority(10);

await renderForParent(renderUpload);
