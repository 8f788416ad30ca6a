import { encodePlan } from '../../cover/encode-plan';
import { decodePlan } from '../../cover/plan-code';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { undocumentedRoute } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { coverServerPage } from '../pages.server';
import { planPicturePath } from './cover-query.server';
import { hasInvalidLocations, parsePlanForm } from './parse-plan-form.server';
import { editedPlanField, planFields } from './plan-form';
import { drawPlan } from './plan-picture.server';
import '../../cover/plugin.server';

const { path } = coverServerPage.page;

/**
 * Serves the page of the plan. The plain form, and links with hours, are redirected to the address of
 * their plan. A plan in the address is matched, so those count towards the client's limit, and search
 * engines list only the page without one.
 */
export const coverPagePlugin = definePlugin(
  { name: 'cover-page', dependencies: ['route-access', 'pages', 'cover'] },
  (app) => {
    app.get(path, undocumentedRoute, async (request, reply) => {
      const fields = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
      if ([planFields.hours, planFields.desk, editedPlanField].some((name) => fields.has(name))) {
        const plan = parsePlanForm(fields, app.site.timeZone);
        const notice = plan && hasInvalidLocations(fields) ? `&${planFields.locations}=` : '';
        return reply.redirect(`${path}?p=${plan ? encodePlan(plan) : ''}${notice}`, 303);
      }
      if (fields.has('p')) {
        await app.cover.admit(request.ip);
        reply.header('X-Robots-Tag', 'noindex');
      }
      return reply.sendPage(coverServerPage);
    });

    app.get(planPicturePath, undocumentedRoute, async (request, reply) => {
      const fields = new URLSearchParams(request.url.split('?', 2)[1] ?? '');
      const plan = decodePlan(fields.get('p') ?? '');
      if (!plan) throw new AppError('not_found', 'Not found');
      await app.cover.admit(request.ip);
      const answer = await app.cover.match(plan);
      await app.scheduler.waitForSlice();
      return reply
        .type('image/png')
        .header('Cache-Control', 'public, max-age=3600')
        .send(await drawPlan(plan, answer));
    });
  },
);
