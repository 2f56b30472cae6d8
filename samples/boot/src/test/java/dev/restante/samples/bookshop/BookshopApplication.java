package dev.restante.samples.bookshop;

// region application
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** Application that takes two orders when it starts, and runs until it is stopped. */
@SpringBootApplication
public class BookshopApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(BookshopApplication.class, arguments);
    }

    @Bean
    ApplicationRunner takeOrders(BookOrders orders) {
        return arguments -> {
            orders.take("Moby-Dick");
            orders.take("Untitled");
        };
    }
}
// endregion
