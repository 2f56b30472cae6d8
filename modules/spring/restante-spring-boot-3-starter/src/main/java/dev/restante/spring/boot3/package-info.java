/** Health indicator of the store for Spring Boot 3.5, which shares everything else with Spring Boot 4. */
package dev.restante.spring.boot3;
