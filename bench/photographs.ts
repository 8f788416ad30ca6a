import sharp from 'sharp';
import { ApiClient } from '../tests/support/api-client';

/** A picture that takes as many bytes as a photograph: noise, as blurred as a camera's. */
const createPhotograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#b98',
      noise: { type: 'gaussian', mean: 140, sigma: 60 },
    },
  })
    .blur(2.5)
    .jpeg({ quality: 85 })
    .toBuffer();

/** Gives each talent and each case study of the demo content a photograph. */
export async function addPhotographs(url: string): Promise<void> {
  const api = new ApiClient(url);
  await api.signIn();
  for (const [path, width, height] of [
    ['talents', 900, 1200],
    ['case-studies', 1800, 1200],
  ] as const) {
    const { body } = await api.get(`/api/${path}/all`);
    for (const { id } of body as { id: string }[]) {
      const uploaded = await api.upload(await createPhotograph(width, height));
      const { servingPath } = uploaded.body as { servingPath: string };
      const imageFocus = '50% 30% / 35%';
      const { status } = await api.patch(`/api/${path}/${id}`, {
        imageUrl: servingPath,
        ...(path === 'talents' && { imageFocus }),
      });
      if (status !== 200) throw new Error(`The picture was not stored: ${status}`);
    }
  }
}
