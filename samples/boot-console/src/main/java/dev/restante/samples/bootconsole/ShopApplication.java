package dev.restante.samples.bootconsole;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Spring Boot application that serves the console: clerks view its queues, operators repair them, and customers have no
 * access.
 */
@SpringBootApplication
public class ShopApplication {

    /** Starts the application. */
    public static void main(String... arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }

    // region chain
    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(paths -> paths.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                // The console's forms contain their own CSRF tokens, and a filter must not read the forms first.
                .csrf(csrf -> csrf.ignoringRequestMatchers("/restante/**"))
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                user("customer", "SHOPPER"), user("clerk", "restante-view"), user("operator", "restante-repair"));
    }
    // endregion

    private static UserDetails user(String name, String role) {
        return User.withUsername(name)
                .password("{noop}" + name + "'s own")
                .roles(role)
                .build();
    }
}
