const picture = { schema: { type: 'string', format: 'binary' } };

/**
 * Request bodies by operation and content type, of routes that have no schema for their body because
 * the server reads it as bytes.
 */
export const byteBodies: Record<string, Record<string, { schema: object; example?: unknown }>> = {
  uploadPicture: Object.fromEntries(
    ['jpeg', 'png', 'webp', 'avif', 'gif'].map((format) => [`image/${format}`, picture]),
  ),
  importLeads: {
    'text/csv': {
      schema: { type: 'string' },
      example:
        'Company,Contact,Email\r\nHalden Skin Studios,Olga Brenner,olga@haldenskin.example\r\n',
    },
  },
  receiveStripeEvent: {
    'application/json': {
      schema: { type: 'object', description: "Stripe's event, exactly as it was signed." },
      example: { id: 'evt_1OqX1r2eZvKYlo2C', object: 'event', type: 'payment_intent.succeeded' },
    },
  },
};
