/** Real database servers for tests, which need no installation and can run as root. */
package dev.restante.testserver;
