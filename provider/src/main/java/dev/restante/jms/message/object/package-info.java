/** What guards the reading of serialised objects: which classes, how deep, and what their hashing costs. */
@NullMarked
package dev.restante.jms.message.object;

import org.jspecify.annotations.NullMarked;
