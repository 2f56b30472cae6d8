package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.restante.testserver.TestPostgres;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
@DisplayName("Template in a JPA transaction")
class JpaTransactionTest {

    @Entity(name = "Dish")
    public static class Dish {
        @Id
        String name;
    }

    @Test
    @DisplayName("BEY-06 an entity and a message commit together or not at all")
    void shouldCommitOnce() throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(TestPostgres.newDatabase());
            LocalContainerEntityManagerFactoryBean entities = new LocalContainerEntityManagerFactoryBean();
            entities.setDataSource(pool);
            entities.setPackagesToScan("dev.restante.spring");
            entities.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
            entities.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "create"));
            entities.afterPropertiesSet();
            try (RestanteStore store = RestanteStore.create(
                    new StorePlacement.InDataSource("ds"), TransactionMode.MIXED, name -> pool, factory -> {})) {
                store.open(SchemaManagement.CREATE, ConfiguredEntities.none());
                EntityManagerFactory factory = entities.getObject();
                TransactionTemplate transaction = new TransactionTemplate(new JpaTransactionManager(factory));
                JmsTemplate jms = new JmsTemplate(store.connectionFactory());
                jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
                for (boolean rollback : List.of(true, false)) {
                    transaction.executeWithoutResult(status -> {
                        Dish dish = new Dish();
                        dish.name = "soup";
                        EntityManagerFactoryUtils.getTransactionalEntityManager(factory)
                                .persist(dish);
                        jms.convertAndSend("orders", "soup");
                        if (rollback) {
                            status.setRollbackOnly();
                        }
                    });
                    if (rollback) {
                        assertThat(jms.receive("orders")).isNull();
                    }
                }
                assertThat(new JdbcTemplate(pool)
                                .queryForList(
                                        "SELECT xmin::text FROM dish UNION SELECT xmin::text FROM restante_message",
                                        String.class))
                        .as("database transactions")
                        .hasSize(1);
                assertThat(jms.receiveAndConvert("orders")).isEqualTo("soup");
            } finally {
                entities.destroy();
            }
        }
    }
}
