/** The schema: one line per module. */
import './date-time.ts';
import './node.ts';
import '#server/modules/setup/schema.ts';
import '#server/modules/viewer/schema.ts';
import '#server/modules/user/schema.ts';
import '#server/modules/user/mutations.ts';
import '#server/modules/session/schema.ts';
import '#server/modules/account-event/schema.ts';
import '#server/modules/repository/schema.ts';
import '#server/modules/statistics/schema.ts';
import '#server/modules/event/schema.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
