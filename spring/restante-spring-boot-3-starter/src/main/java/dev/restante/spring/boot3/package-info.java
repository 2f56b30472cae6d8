/** What is different in Spring Boot 3.5: the health of the store. */
package dev.restante.spring.boot3;
