from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('drafting', '0035_mail_of_today'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name='contact',
            index=models.Index(condition=models.Q(('is_blocked', True)), fields=['id'], name='contact_blocked'),
        ),
        migrations.AddIndex(
            model_name='thread',
            index=models.Index(condition=models.Q(('urgency', 5)), fields=['urgency'], name='thread_emergency'),
        ),
    ]
