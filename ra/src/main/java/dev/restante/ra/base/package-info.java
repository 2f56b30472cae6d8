/** How the adapter refuses, and how failures are told to containers and to applications. */
@NullMarked
package dev.restante.ra.base;

import org.jspecify.annotations.NullMarked;
