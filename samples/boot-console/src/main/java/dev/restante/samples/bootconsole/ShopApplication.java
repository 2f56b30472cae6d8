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

/** A shop. Its clerks look at its queues, its operators repair them, and its customers do neither. */
@SpringBootApplication
public class ShopApplication {

    /** Starts it. */
    public static void main(String... arguments) {
        SpringApplication.run(ShopApplication.class, arguments);
    }

    // region chain
    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(paths -> paths.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                // The console's forms have tokens of their own, and a filter must not read them before it.
                .csrf(csrf -> csrf.ignoringRequestMatchers("/restante/**"))
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                user("customer", "SHOPPER"), user("clerk", "restante-look"), user("operator", "restante-repair"));
    }
    // endregion

    private static UserDetails user(String name, String role) {
        return User.withUsername(name)
                .password("{noop}" + name + "'s own")
                .roles(role)
                .build();
    }
}
