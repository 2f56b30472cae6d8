/** Protection of the deserialization of objects: allowed classes, nesting depth and hashing costs. */
@NullMarked
package dev.restante.jms.message.object;

import org.jspecify.annotations.NullMarked;
