/** The health of the store in Spring Boot 3.5, where all else is as in Spring Boot 4. */
package dev.restante.spring.boot3;
