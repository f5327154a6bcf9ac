document.documentElement.dataset['scripts'] = 'on';
