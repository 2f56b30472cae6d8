/** Utilities for tests of several packages. */
package dev.restante.testing;
