/** Administration: create, alter, delete and inspect queues. */
@NullMarked
package dev.restante.admin;

import org.jspecify.annotations.NullMarked;
